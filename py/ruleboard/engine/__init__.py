"""The interface of a game, and what all games share: actions, records, timelines, selections, studies."""
