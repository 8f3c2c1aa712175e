"""What a game is: the contract, its actions and outcomes, records and their timeline, the picker."""
