-- Where somebody signed in from before: failures elsewhere do not lock them out there.
create index login_log_place on login_log (username, ip, at desc) where success;
-- Failures of one name from one address.
create index login_log_password_place on login_log (username, ip, id desc) where reason = 'password';
