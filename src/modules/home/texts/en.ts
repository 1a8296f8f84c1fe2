import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './zhHans.ts'

export default {
  rules: {
    'home.tooManyWidgets': 'A layout holds {0} widgets at most',
    'home.sameWidget': 'Each widget can be placed only once',
    'home.outside': 'A widget lies outside the {0} columns',
    'home.overlap': 'Widgets overlap. Move one of them',
    'home.layoutsFull': 'You can keep {0} layouts at most. Delete one first',
    'home.sameName': 'Another layout has this name',
    'home.addresses': 'Enter the addresses or networks of the display, such as 10.1.2.3 or 10.1.0.0/16',
    'home.everywhere': 'These addresses are so wide that they keep no one out',
    'home.sameDisplay': 'Another display has this name',
    'home.layoutChanged': '{0} changed this layout at {1}',
    'home.unknownRole': 'Role "{0}" does not exist or is out of use',
  },
} satisfies SameKeys<typeof zhHans>
