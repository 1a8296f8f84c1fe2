import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#src/server/app/environment.ts'

const secrets = { JWT_SECRET: 'j'.repeat(32), DATA_KEY: 'd'.repeat(32), AUDIT_KEY: 'a'.repeat(32) }

describe('the environment', () => {
  it('is the demo on loopback without any variable', () => {
    expect(readEnvironment({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: null,
      captcha: true,
      testNow: null,
      jwtSecret: null,
    })
  })

  it('takes an empty variable as an absent one', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it('keeps the demo on loopback', () => {
    expect(() => readEnvironment({ HOST: '0.0.0.0' })).toThrow('loopback')
    expect(readEnvironment({ NODE_ENV: 'production', HOST: '0.0.0.0', ...secrets }).host).toBe('0.0.0.0')
  })

  it('asks production for its secrets and refuses what only tests may have', () => {
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, JWT_SECRET: '' })).toThrow('JWT_SECRET')
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, DATA_KEY: '' })).toThrow('DATA_KEY')
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, AUDIT_KEY: '' })).toThrow('AUDIT_KEY')
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, CAPTCHA: 'off' })).toThrow('CAPTCHA')
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, TEST_NOW: '2026-01-01' })).toThrow('TEST_NOW')
  })

  it('names a DATABASE_URL that is none, without telling what stands in it', () => {
    for (const url of ['not a url', 'mysql://root:secret@db/bureau', 'postgres//db', 'postgres://db:port/bureau']) {
      expect(() => readEnvironment({ DATABASE_URL: url })).toThrow(
        'environment: DATABASE_URL: is not a PostgreSQL URL (postgres://user:password@host:5432/database)',
      )
    }
    for (const url of ['postgres://db/bureau', 'postgresql://u:p%40@[::1]:5433/bureau', 'postgres:///bureau?host=/run'])
      expect(readEnvironment({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('names what is wrong', () => {
    expect(() => readEnvironment({ PORT: '70000', JWT_SECRET: 'short' })).toThrow(/PORT.*JWT_SECRET/)
    expect(() => readEnvironment({ TEST_NOW: 'yesterday' })).toThrow('TEST_NOW')
  })
})
