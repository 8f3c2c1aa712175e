"""The owner of the app's state."""

from __future__ import annotations

from ruleboard.app.runtime.model import Model


class Store:
    """Owns the model. Everything that changes the app's state goes through ``replace_model``.

    Args:
        model: the first model.
    """

    _model: Model

    def __init__(self, model: Model) -> None:
        self.replace_model(model)

    @property
    def model(self) -> Model:
        """The app's state at this moment."""
        return self._model

    def replace_model(self, model: Model) -> None:
        """Make a model the app's state."""
        self._model = model
