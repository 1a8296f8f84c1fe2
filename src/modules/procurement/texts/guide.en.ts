import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './guide.zhHans.ts'

export default {
  procurement: {
    buying: {
      title: 'Need to buy something? Find out how',
      intro: 'Enter a category and an amount to see the method, its steps and the papers needed.',
      link: 'Not sure which method applies? Find out how to buy',
      ask: 'Show me how',
      field: {
        category: 'Category',
        amount: 'Estimated total (CNY)',
        name: 'What is bought',
        neededOn: 'Needed by',
      },
      answer: 'How to buy it',
      method: 'Method: {0}',
      stockTitle: 'The stores keep this: request it first',
      noneLeft: 'Out of stock; a request is passed on for restocking',
      available: '{0} {1} available',
      request: 'Request',
      otherwise: 'If you do need to buy:',
      steps: 'Steps',
      papers: 'Papers: {0}',
      join: '; ',
      average: 'Recently {0} days on average',
      sameDay: 'Recently decided the same day',
      chain: 'Approval flow',
      alternatives: 'Also allowed',
      start: 'Start "{0}"',
      openPage: 'Open page',
      startNote: 'Creates a draft from what you entered. You can change it before you submit.',
      noStart: 'Contact the procurement officer; there is no application for you to file.',
      who: {
        department: 'Your department (you)',
        officer: 'Procurement officer',
        officers: 'Procurement officer ({0})',
      },
      why: {
        bulk: '"{0}" is on the bulk list: the procurement officer pools the demand of all departments every month.',
        direct: 'CNY {0, money} is within the direct purchase limit of CNY {1, money}: buy it, then claim the cost.',
        comparison:
          'CNY {0, money} is above the direct purchase limit of CNY {1, money} and within the comparison limit of CNY {2, money}.',
        inquiry:
          'CNY {0, money} is above the comparison limit of CNY {1, money} and within the inquiry and negotiation limit of CNY {2, money}.',
        publicTender: 'CNY {0, money} is above the inquiry and negotiation limit of CNY {1, money}.',
      },
      when: {
        inquiry: 'Standard specification, many vendors, decided by price',
        negotiation: 'Complex or urgent; details are negotiated with the vendors',
        consultation: 'Services or works, decided by a score',
        single: 'Only one vendor can deliver; a reason is required',
        publicTender: 'Allowed for any amount; the strictest procedure',
        framework: 'A framework agreement is in force; order from its vendors',
      },
      step: {
        file: 'Submit "{0}"',
        buy: 'Choose a shop, buy, and ask for an invoice',
        quotes: 'Invite quotations from at least {0} independent vendors',
        tell: 'Tell the procurement officer what you need, how many and what for',
        publish: 'Procurement intention stays published for {0} days',
        select: 'Select the vendor by {0}',
        contract: 'Sign the contract',
        acceptance: 'Accept the delivery',
      },
      paper: {
        invoice: 'invoice',
        quotes: 'quotation of each vendor (or an awarded selection)',
        panel: 'panel of at least {0} people, including a procurement officer',
        minutes: 'minutes of the collective decision (above CNY {0, money})',
        contract: 'contract',
        seal: 'seal request',
        acceptance: 'acceptance record, panel of at least {0} people, including your department',
        demand: 'summary of the demand',
        estimate: 'budget items and why it is needed',
        selection: 'documents of the selection',
      },
      warning: {
        splitStop:
          'Your department’s purchases of this category total CNY {1, money} within {0} days, above CNY {2, money}: a comparison cannot be submitted. Buy together, by "{3}".',
        splitSuspect:
          'Your department’s purchases of this category total CNY {1, money} within {0} days, above CNY {2, money}, and look like one that was split: the division leader must give a reason when approving.',
        intentionFirst:
          'The procurement intention must be published for {0} days first. If published today, the purchase can begin on {1} at the earliest.',
        tooEarly:
          'You need it by {0}, before {1}. An exemption from publication, for urgent and unforeseeable needs only, requires a reason and the bureau chief’s approval.',
        bulkLate: 'You need it before {0}, the earliest month for bulk purchases: look for idle items first.',
      },
    },
  },
  reads: { '/api/procurement/guide/': 'Answer how something may be bought' },
} satisfies SameKeys<typeof zhHans>
