"""The store that owns the app's state."""

from __future__ import annotations

from ruleboard.app.runtime.model import Model


class Store:
    """Owns the model. All changes of the app's state go through ``replace_model``.

    Args:
        model: the first model.
    """

    _model: Model

    def __init__(self, model: Model) -> None:
        self.replace_model(model)

    @property
    def model(self) -> Model:
        """The app's current state."""
        return self._model

    def replace_model(self, model: Model) -> None:
        """Replace the app's state with another model."""
        self._model = model
