import { IntentionPage } from './intentions/page/IntentionPage.client.tsx'
import { ReviewPage } from './selections/page/ReviewPage.client.tsx'
import { SelectionPage } from './selections/page/SelectionPage.client.tsx'

export default {
  pages: {
    '/procurement/disclosure-intention': IntentionPage,
    '/procurement/selective-module': SelectionPage,
    '/procurement/review': ReviewPage,
  },
}
