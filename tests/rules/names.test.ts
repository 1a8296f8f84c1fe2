import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { administratorRoles } from '#machines/ticket/definition/separation.ts'
import { allPermissions, declaredBy } from '#src/catalogue/permissions.ts'
import { roles } from '#src/catalogue/roles.ts'
import { satisfies } from '#src/client/platform/session/permission.ts'
import type { Access } from '#src/define/access.ts'
import type { EffectPlan } from '#src/define/application.ts'
import { holders, orHolders } from '#src/define/chains/steps.ts'
import type { PermissionGrant } from '#src/define/module.ts'
import type { CatalogueName, IconName, RoleName } from '#src/define/names.ts'
import { defineRecord } from '#src/define/record.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { choice, person, reference, text } from '#src/fields/field.ts'
import { modules } from '#src/modules.ts'
import { sources, testSources } from './sources.ts'

/** What the compiler refuses; each line below fails the type check once it is let through. */
function refused(access: Access): void {
  // @ts-expect-error no module declares the action
  access.may('finance:Pai')
  // @ts-expect-error no module declares the resource
  access.scope('finances:Pay')
  // @ts-expect-error a text that may be anything
  access.may(access.name)
  // @ts-expect-error a type whose name is known only later has its own function
  access.may(`${access.name}:Create`)
  route({
    method: 'GET',
    url: '/api/v1/sms/notice/mark_all_read/',
    // @ts-expect-error a route asks for what is declared
    permission: 'finance:Pai',
    handle: async () => null,
  })
  // @ts-expect-error a masked field is revealed by what is declared
  text(20, { maskedUnless: 'finance:Pai' })
  // @ts-expect-error a button is shown by what is declared
  satisfies(access.permissions, 'finance:Pai')
  // @ts-expect-error the same among several
  satisfies(access.permissions, { any: ['finance:Pay', 'finance:Pai'] })
}

/** The same for roles. */
function refusedRoles(unit: UnitOfWork): readonly PermissionGrant[] {
  // @ts-expect-error a chain asks a shipped role
  holders('cashiers')
  // @ts-expect-error the same when nobody is found
  orHolders('cashiers')
  // @ts-expect-error a picker is narrowed to a shipped role
  person({ role: 'cashiers' })
  // @ts-expect-error a shipped role is told
  void unit.usersWithRole('cashiers')
  // @ts-expect-error a permission is granted to a shipped role
  return [{ resource: 'finance', actions: { Pay: ['cashiers'] } }]
}

/** The same for dictionaries. */
function refusedDictionaries(): void {
  // @ts-expect-error a field is chosen from a dictionary of the product
  choice('urgencies')
}

/** The same for records and their fields, settings, effects, pictures and catalogues of the menu. */
function refusedNames(unit: UnitOfWork): readonly unknown[] {
  // @ts-expect-error no module defines the record
  reference('budgetLines')
  // @ts-expect-error no setting of the product is called so
  unit.settings.number('wf.t4')
  const permissions = { search: 'finance:Search' } as const
  const fields = { no: text(20) }
  const list = { columns: ['no'], filters: ['no'], search: ['no'] } as const
  // @ts-expect-error the module declares no record of this name
  defineRecord({ name: 'vouchers', table: 'v', path: '/v/', permissions, scope: {}, fields, titleFields: ['no'], list })
  defineRecord({
    name: 'voucher',
    table: 'v',
    path: '/v/',
    permissions,
    scope: {},
    fields,
    // @ts-expect-error a title is made of fields of the record
    titleFields: ['number'],
    // @ts-expect-error a list shows fields of the record
    list: { ...list, columns: ['number'] },
    // @ts-expect-error a form asks for fields of the record
    form: ['number'],
  })
  return [
    // @ts-expect-error no module carries the effect out
    { onApprove: ['leave.grants'] } satisfies EffectPlan,
    // @ts-expect-error no picture of the product
    'walking-stick' satisfies IconName,
    // @ts-expect-error no catalogue of the menu
    'parking' satisfies CatalogueName,
  ]
}

const top = fileURLToPath(new URL('../..', import.meta.url))
const migrations = readdirSync(join(top, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sql'))
  .map((path) => ({ path: join('src', path), text: readFileSync(join(top, 'src', path), 'utf8') }))

/** Texts of the form `resource:Action`, in program text and in SQL. */
const permissionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/['"`]([a-z][A-Za-z]*:[A-Z][a-z][A-Za-z]*)['"`]/g)].map(([, value = '']) => value)

describe('permissions', () => {
  const declared: ReadonlySet<string> = new Set(allPermissions(modules))

  it('are refused by the compiler where nobody declares them', () => {
    expect(refused).toBeTypeOf('function')
  })

  it('are declared once', () => {
    const each = declaredBy(modules)
    expect(each.filter((one, index) => each.indexOf(one) !== index)).toEqual([])
  })

  it('are declared wherever a text names one, in SQL and in tests too', () => {
    /** Examples in documentation, what the tests bring of their own, and elements of BPMN. */
    const examples = new Set(['resource', 'example', 'device', 'tag', 'reading', 'probe', 'parking', 'bpmn'])
    /** Tests that name what nobody declares on purpose. */
    const unknowing = ['tests/rules/names.test.ts', 'tests/access/unused.test.ts']
    const unknown = [...sources, ...testSources, ...migrations]
      .filter(({ path }) => !path.startsWith('machines/') && !unknowing.includes(path))
      .flatMap(({ path, text }) =>
        permissionsIn(text)
          .filter((value) => !declared.has(value) && !examples.has(value.split(':')[0] ?? ''))
          .map((value) => `${path}: ${value}`),
      )
    expect(unknown).toEqual([])
  })
})

describe('roles', () => {
  const declared: ReadonlySet<string> = new Set(roles.map(({ key }) => key))

  it('are refused by the compiler where the catalogue has none', () => {
    expect(refusedRoles).toBeTypeOf('function')
    expect([...administratorRoles] satisfies readonly RoleName[]).toHaveLength(3)
  })

  it('are those of the catalogue wherever SQL or a comparison names one', () => {
    const named = /\b(?:r|role)\.key (?:=|<>|===|!==|in|not in) \(?((?:'\w+'(?:, )?)+)|\broles\.includes\(('\w+')\)/g
    const found = [...sources, ...migrations].flatMap(({ path, text }) =>
      [...text.matchAll(named)].flatMap(([, listed = '', included = '']) =>
        [...`${listed}${included}`.matchAll(/\w+/g)].map(([key]) => ({ path, key })),
      ),
    )
    expect(found.length).toBeGreaterThan(10)
    expect(found.filter(({ key }) => !declared.has(key))).toEqual([])
  })
})

describe('dictionaries', () => {
  it('are refused by the compiler where nobody declares them', () => {
    expect(refusedDictionaries).toBeTypeOf('function')
  })
})

describe('records, fields, settings, effects, pictures and catalogues', () => {
  it('are refused by the compiler where nobody declares them', () => {
    expect(refusedNames).toBeTypeOf('function')
  })
})
