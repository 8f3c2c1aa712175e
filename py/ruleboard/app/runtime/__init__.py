"""The parts of the app around its features: state, dispatch, navigation, effects and drawing."""
