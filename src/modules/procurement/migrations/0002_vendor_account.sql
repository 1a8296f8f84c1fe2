-- Where a vendor is paid, for the module that pays.

create view shared_vendor_account as
  select id, name, bank_name, bank_account from vendor where deleted_at is null;
comment on view shared_vendor_account is 'Vendors with the account on which they are paid; the account number is sealed.';
