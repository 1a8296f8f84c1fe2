import { describe, expect, it } from 'vitest'
import { readEnvironment } from '#src/server/environment.ts'

const secrets = { JWT_SECRET: 'j'.repeat(32), DATA_KEY: 'd'.repeat(32) }

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
    expect(() => readEnvironment({ NODE_ENV: 'production', DATA_KEY: secrets.DATA_KEY })).toThrow('JWT_SECRET')
    expect(() => readEnvironment({ NODE_ENV: 'production', JWT_SECRET: secrets.JWT_SECRET })).toThrow('DATA_KEY')
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, CAPTCHA: 'off' })).toThrow('CAPTCHA')
    expect(() => readEnvironment({ NODE_ENV: 'production', ...secrets, TEST_NOW: '2026-01-01' })).toThrow('TEST_NOW')
  })

  it('names what is wrong', () => {
    expect(() => readEnvironment({ PORT: '70000', JWT_SECRET: 'short' })).toThrow(/PORT.*JWT_SECRET/)
    expect(() => readEnvironment({ TEST_NOW: 'yesterday' })).toThrow('TEST_NOW')
  })
})
