/** What a person keeps about themselves (10.3 基本资料). */
import { sql } from 'kysely'
import { type BilingualName, nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError, ValidationError, versionConflict } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Vault } from '#src/server/secrets/vault.ts'

/** What one may change oneself. */
export interface OwnValues {
  readonly gender: string
  readonly mobile: string
  readonly email: string
  readonly officePhone: string
  readonly bankName: string
  /** Left out when it stays as it is: it is only ever shown masked. */
  readonly bankAccount?: string | undefined
}

interface Stored extends BilingualName {
  readonly id: number
  readonly username: string
  readonly empNo: string
  readonly deptName: string
  readonly deptNameEn: string
  readonly post: string
  readonly gender: string
  readonly mobile: string
  readonly email: string
  readonly officePhone: string
  readonly avatar: string
  readonly bankName: string
  readonly bankAccount: string
  readonly version: number
}

async function read(unit: UnitOfWork, userId: number, lock = false): Promise<Stored> {
  const locking = lock ? sql`for update of u` : sql``
  const { rows } = await sql<Stored>`
    select u.id, u.username, u.name, u.name_en, u.emp_no, d.name as dept_name, d.name_en as dept_name_en, u.post, u.gender,
      u.mobile, u.email, u.office_phone, u.avatar, u.bank_name, u.bank_account, u.version
    from app_user u join department d on d.id = u.dept_id where u.id = ${userId} ${locking}`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const maskAccount = (account: string): string => (account === '' ? '' : `**** ${account.slice(-4)}`)

/** The own profile; the account number masked even for its owner (PER-03). */
export async function readProfile(unit: UnitOfWork, vault: Vault, language: Language, userId: number) {
  const { nameEn, deptName, deptNameEn, bankAccount, ...own } = await read(unit, userId)
  return {
    ...own,
    name: nameIn(language, { name: own.name, nameEn }),
    deptName: nameIn(language, { name: deptName, nameEn: deptNameEn }),
    bankAccount: bankAccount === '' ? '' : maskAccount(vault.open(bankAccount)),
  }
}

/** Whether the change needs the current password (PER-01). */
export async function changesContact(unit: UnitOfWork, userId: number, values: OwnValues): Promise<boolean> {
  const before = await read(unit, userId)
  return before.mobile !== values.mobile || before.email !== values.email
}

const shown = ({ gender, mobile, email, officePhone, bankName, bankAccount }: OwnValues, vault: Vault) => ({
  gender,
  mobile,
  email,
  officePhone,
  bankName,
  bankAccount: maskAccount(bankAccount === undefined ? '' : vault.open(bankAccount)),
})

/** Writes the own profile. A change of the payee is told to the person, so that a stranger's is noticed (PER-03). @throws Refusal 4009, ValidationError mobile taken */
export async function writeProfile(
  unit: UnitOfWork,
  vault: Vault,
  userId: number,
  version: number,
  values: OwnValues,
): Promise<void> {
  const before = await read(unit, userId, true)
  if (before.version !== version) throw versionConflict()
  const taken = await sql`
    select from app_user where mobile = ${values.mobile} and id <> ${userId} and state and deleted_at is null`.execute(
    unit.db,
  )
  if (taken.rows.length > 0) throw new ValidationError({ mobile: [{ key: 'check.taken' }] })
  const known = before.bankAccount === '' ? '' : vault.open(before.bankAccount)
  const account = values.bankAccount ?? known
  if ((account === '') !== (values.bankName === '')) throw new RuleError('personal.payeeIncomplete')
  const isOtherPayee = account !== known || values.bankName !== before.bankName
  const sealed = account === known ? before.bankAccount : account === '' ? '' : vault.seal(account)
  await sql`
    update app_user set gender = ${values.gender}, mobile = ${values.mobile}, email = ${values.email}, office_phone = ${values.officePhone},
      bank_name = ${values.bankName}, bank_account = ${sealed}, updated_at = ${unit.clock.now()}, updated_by = ${userId}, version = version + 1
    where id = ${userId}`.execute(unit.db)
  unit.traced({
    record: 'user',
    id: userId,
    before: shown(before, vault),
    after: shown({ ...values, bankAccount: account }, vault),
  })
  unit.changed('user', userId)
  unit.changed('access', userId)
  if (isOtherPayee)
    unit.notify({
      to: [userId],
      contentType: 'SYSTEM',
      title: { key: 'notice.payeeChanged' },
      link: '/personal-center',
    })
}
