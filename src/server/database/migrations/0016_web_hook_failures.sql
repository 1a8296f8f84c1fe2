-- Why a delivery failed is an entry of dictionary webHookFailure, shown in the language of whoever reads it.

update web_hook_delivery set last_error = case
  when last_error like 'HTTP %' then 'answer'
  when last_error in ('the host is not public', 'the address is not allowed', 'the host has no address') then 'host'
  when last_error in ('ENOTFOUND', 'EAI_AGAIN') then 'unknownHost'
  when last_error = 'ECONNREFUSED' then 'refused'
  when last_error in ('timeout', 'ETIMEDOUT') then 'timeout'
  when last_error ~ 'CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS' then 'certificate'
  else 'other' end
where last_error is not null;
alter table web_hook_delivery add constraint web_hook_delivery_last_error
  check (last_error in ('answer', 'host', 'unknownHost', 'refused', 'timeout', 'certificate', 'other'));
