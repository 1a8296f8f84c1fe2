create view shared_setting as
  select key, value from config_item where not secret;
comment on view shared_setting is 'Values of the settings as functions of modules read them, without secrets.';
