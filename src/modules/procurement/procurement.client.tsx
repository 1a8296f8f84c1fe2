import { IntentionPage } from './intentions/page/IntentionPage.client.tsx'
import { PurchasePage } from './purchases/page/PurchasePage.client.tsx'
import { ReviewPage } from './selections/page/ReviewPage.client.tsx'
import { SelectionPage } from './selections/page/SelectionPage.client.tsx'

export default {
  pages: {
    '/procurement/disclosure-intention': IntentionPage,
    '/procurement/project-purchasing': PurchasePage,
    '/procurement/selective-module': SelectionPage,
    '/procurement/review': ReviewPage,
  },
}
