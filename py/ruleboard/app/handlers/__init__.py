"""What people do, a module for each place they do it in; the controller hands each of them what it is asked for."""
