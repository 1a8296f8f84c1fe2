import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './checks.zhHans.ts'

export default {
  records: {
    carCheckTemplate: {
      title: 'Vehicle check templates',
      tabs: { checkTemplates: 'Check templates' },
      fields: {
        name: 'Template',
        carType: 'Type of car (empty: all others)',
        items: 'Checks',
        'items.name': 'Check',
        'items.phase': 'When',
        'items.isCritical': 'Blocks departure',
        'items.needsPhoto': 'Photo required',
      },
    },
    carTrip: {
      fields: {
        checks: 'Check before departure',
        'checks.name': 'Check',
        'checks.isCritical': 'Blocks departure',
        'checks.result': 'Result',
        'checks.needsPhoto': 'Photo required',
        'checks.photos': 'Photos',
        'checks.note': 'Note',
        inChecks: 'Check on return',
        'inChecks.name': 'Check',
        'inChecks.isCritical': 'Blocks departure',
        'inChecks.result': 'Result',
        'inChecks.needsPhoto': 'Photo required',
        'inChecks.photos': 'Photos',
        'inChecks.note': 'Note',
        defect: 'Defect that blocks departure',
      },
    },
  },
  dictionaries: {
    carCheckPhase: {
      title: 'When a vehicle is checked',
      entries: { out: 'Before departure', in: 'On return', both: 'Before departure and on return' },
    },
    carCheckResult: { title: 'Result of a vehicle check', entries: { pass: 'Passed', fail: 'Failed', na: 'N/A' } },
  },
  rules: {
    'car.checksIncomplete': 'There are {0} checks: answer each of them',
    'car.checkPhotoNeeded': '“{0}” needs a photo',
    'car.checkTemplateTwice': 'This type already has the template “{0}”: change that one',
    'car.defectFound': '{0} ({1}) failed the check and did not depart: {2}. Open to request the repair',
    'car.issueReported': '{0} ({1}): problem reported on return: {2}. Open to request the repair',
  },
  reads: { '/api/cars/trip/:id/service/': 'Shows what the request for a repair begins with after a failed check' },
  serviceStart: {
    title: 'Filled in from the check of {0}',
    reason: 'A check of {0} found a fault that needs repair',
    text: 'Vehicle, mileage and fault are filled in; choose the workshop and check the rest.',
  },
} satisfies SameKeys<typeof zhHans>
