"""The interface of a game, and the parts that all games share: actions, records, timelines, selections, studies."""
