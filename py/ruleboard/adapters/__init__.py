"""Optional adapters that offer the games in OpenSpiel (`openspiel`) and as PettingZoo environments (`pettingzoo`).

Both use the action numbers from `numbering`, the observations from `tensors`, and the games from `walk`.
"""
