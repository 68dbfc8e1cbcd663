-- The function says what it answers: everything that the desk's first screen needs.
alter function desk.start() rename to first_screen;
