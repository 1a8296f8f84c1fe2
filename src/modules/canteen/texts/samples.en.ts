import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './samples.zhHans.ts'

export default {
  personalTabs: { meals: 'My meals' },
  myMeals: { bills: 'My bills', orders: 'My orders' },
  records: {
    dishSample: {
      title: 'Food samples',
      fields: {
        state: 'Status',
        date: 'Date',
        mealType: 'Meal',
        menuId: 'Menu',
        dishId: 'Dish',
        sampleWeight: 'Weight (g)',
        sampledAt: 'Taken at',
        sampledBy: 'Taken by',
        storeTemp: 'Temperature (°C)',
        place: 'Kept in',
        photo: 'Photo',
        discardAt: 'Keep until',
        discardedAt: 'Discarded at',
        discardedBy: 'Discarded by',
        strikeReason: 'Reason for striking out',
        reason: 'Reason',
      },
      actions: { discard: 'Discard', strike: 'Strike out' },
    },
  },
  dictionaries: {
    dishSampleState: {
      name: 'Sample status',
      entries: { kept: 'Kept', due: 'Ready to discard', discarded: 'Discarded', struck: 'Struck out' },
    },
  },
  samples: { missing: '{1} on {0} lacks samples: {2}', and: ', ' },
  foodLabels: {
    title: 'Labels',
    print: 'Print labels',
    size: 'Label size',
    millimetres: '{0} × {1} mm',
  },
  reads: { '/api/canteen/samples/missing/': 'View the meals without samples' },
  rules: {
    'canteen.sampleMenu': 'Choose a published menu',
    'canteen.sampleDish': 'This dish is not on the menu',
    'canteen.sampleDay': 'The sample must be taken on the day of the meal ({0})',
    'canteen.samplesMissing': '{2} dishes of {1} on {0} have no sample',
    'canteen.samplesDue': '{0} samples were kept for {1} hours and can be discarded',
    'rule.CAN-02': '{0} needs {1}, of which everything has expired: the menu of today cannot be published',
    'rule.CAN-04': 'Samples are kept for {0} hours',
  },
} satisfies SameKeys<typeof zhHans>
