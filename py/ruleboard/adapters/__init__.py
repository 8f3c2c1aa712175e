"""The games in OpenSpiel (`openspiel`) and as PettingZoo environments (`pettingzoo`), which are optional extras.

Both use the action numbers of `numbering`, the observations of `tensors`, and the games of `walk`.
"""
