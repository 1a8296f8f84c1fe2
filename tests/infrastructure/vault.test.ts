import { describe, expect, it } from 'vitest'
import { lines, text } from '#src/fields/field.ts'
import { openFields, sealFields } from '#src/server/secrets/fields.ts'
import { createVault } from '#src/server/secrets/vault.ts'

const oldKey = 'the key of last year, thirty-two or more'
const newKey = 'the key of this year, thirty-two or more'
const vault = createVault([newKey])
const account = '6200000000000000042'

describe('the vault', () => {
  it('opens what it sealed, and the sealed text tells nothing', () => {
    const sealed = vault.seal(account)
    expect(vault.open(sealed)).toBe(account)
    expect(sealed).not.toContain('0042')
    expect(vault.seal(account)).not.toBe(sealed)
  })

  it('leaves a text of before its time as it is', () => {
    expect(vault.open(account)).toBe(account)
  })

  it('refuses a text that was altered anywhere', () => {
    const sealed = vault.seal(account)
    const start = sealed.lastIndexOf(':') + 1
    for (const place of [start, start + 20, sealed.length - 2]) {
      const altered = sealed.slice(0, place) + (sealed[place] === 'A' ? 'B' : 'A') + sealed.slice(place + 1)
      expect(() => vault.open(altered)).toThrow()
    }
    expect(() => vault.open(sealed.slice(0, start + 10))).toThrow('cut off')
  })

  it('refuses a key that is not its own, and opens with an older one that it still has', () => {
    const sealed = createVault([oldKey]).seal(account)
    expect(() => vault.open(sealed)).toThrow('is missing')
    expect(createVault([newKey, oldKey]).open(sealed)).toBe(account)
  })

  it('refuses a short key', () => {
    expect(() => createVault(['short'])).toThrow('32')
  })
})

describe('secret fields', () => {
  const secret = text(30, { maskedUnless: 'finance:Pay' })
  const fields = { name: text(20), bankAccount: secret, payees: lines({ account: secret }, { min: 0, max: 5 }) }

  it('are sealed wherever they stand in a form, others are not', () => {
    const form = { name: 'Pan', bankAccount: account, payees: [{ account }] }
    const sealed = sealFields(vault, fields, form)
    expect(sealed.name).toBe('Pan')
    expect(JSON.stringify(sealed)).not.toContain(account)
    expect(openFields(vault, fields, sealed)).toEqual(form)
  })

  it('keep their sealed text while they do not change', () => {
    const stored = sealFields(vault, fields, { bankAccount: account })
    expect(sealFields(vault, fields, { bankAccount: account }, stored)).toEqual(stored)
    expect(sealFields(vault, fields, { bankAccount: '6200000000000000043' }, stored)).not.toEqual(stored)
  })
})
