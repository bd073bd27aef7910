"""The conduct of a table: `decide` turns a command into events or a refusal, `evolve` turns events into the state."""
