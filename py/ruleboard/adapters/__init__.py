"""The games as the field's libraries want them: OpenSpiel (`openspiel`) and PettingZoo (`pettingzoo`), optional extras.

Both number actions by `numbering`, observe by `tensors`, and play by `walk`.
"""
