"""The app around its features: state, dispatch, navigation, effects and drawing."""
