import { SpeedCard } from './cockpit/SpeedCards.tsx'

/** Average hours of the last thirty days by type (10.2). */
export function ApprovalSpeedWidget() {
  return <SpeedCard filters={{ days: '30', deptId: '' }} />
}
