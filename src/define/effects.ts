/** Names of all business effects: `<module>.<what>`. The server's map must have every one of them (a type and a test hold this). */
export type EffectName =
  | 'leave.quota.reserve'
  | 'leave.quota.release'
  | 'leave.grant'
  | 'leave.backToWork'
  | 'leave.restore'
  | 'claim.freeze'
  | 'claim.release'
  | 'claim.reduce'
  | 'claim.consume'
  | 'claim.pay'
  | 'claim.refund'
