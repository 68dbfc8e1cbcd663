-- The new name says what the function returns: everything that the desk's first screen needs.
alter function desk.start() rename to first_screen;
