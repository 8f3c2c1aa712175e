"""The board as a picture."""


class TensorChessFace:
    shelf = 2
