import { lazy, Suspense } from 'react'
import type { Arrangement } from '#machines/layout/layout.ts'
import { PaletteSlot } from '#src/client/app/palette/PaletteSlot.tsx'
import { ExportsHost } from '#src/client/exports/ExportsHost.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useLiveConnection } from '#src/client/platform/live/index.ts'
import { useAppearance } from '#src/client/platform/theme/index.ts'
import { DecisionSlot } from '#src/client/tickets/decisions/DecisionSlot.tsx'
import { TicketPartsSource } from '#src/client/tickets/moduleParts.tsx'
import { Footer } from './Footer.tsx'
import { Gate } from './Gate.tsx'
import { LineBanner } from './LineBanner.tsx'
import { useArrangement } from './layout.ts'
import { CustomizerSlot } from './navbar/CustomizerSlot.tsx'
import { Navbar } from './navbar/Navbar.tsx'
import { Breadcrumb } from './navigation/Breadcrumb.tsx'
import { NavigationProgress } from './navigation/NavigationProgress.tsx'
import { Pages } from './navigation/Pages.tsx'
import { Rail } from './navigation/Rail.tsx'
import { ScrollTop } from './ScrollTop.tsx'
import { Tags, useVisitedTag } from './tabs/Tags.tsx'
import { UnsavedSlot } from './UnsavedSlot.tsx'
import { Watermark } from './Watermark.tsx'
import './layout.css'
import './navigation/navigation.css'
import '#src/client/platform/theme/rest.ts'

const NavDrawer = lazy(() => import('./navigation/NavDrawer.tsx'))
const HorizontalNav = lazy(() => import('./navigation/HorizontalNav.tsx'))

/** Loaded with the first ticket. */
const partsOf = async (type: string) => (await import('../pages.ts')).ticketPartsOf(type)

/** The frame of every signed-in page. */
export default function Shell() {
  return (
    <Gate>
      <TicketPartsSource value={partsOf}>
        <Frame />
      </TicketPartsSource>
    </Gate>
  )
}

type Shape = 'vertical' | 'horizontal' | 'overlay'
const shapeOf = ({ navigation, overlay }: Arrangement): Shape => (overlay === 'none' ? navigation : 'overlay')

function Frame() {
  const t = useT()
  const arrangement = useArrangement()
  const { navbar, navbarBlur, horizontalNav, footer, contentWidth, semiDark } = useAppearance()
  useLiveConnection()
  useVisitedTag()
  const shape = shapeOf(arrangement)
  // On a narrow screen the bar is the only way to the navigation.
  const bar = shape === 'overlay' && navbar === 'hidden' ? 'static' : navbar
  return (
    <div
      className={`shell shell-${shape}${arrangement.collapsed ? ' shell-collapsed' : ''}`}
      data-navbar={bar}
      data-blur={navbarBlur}
      data-horizontal={horizontalNav}
      data-footer={footer}
      data-width={contentWidth}
    >
      <NavigationProgress />
      <LineBanner />
      <a className="skip-link" href="#main">
        {t('layout.skip')}
      </a>
      {shape === 'vertical' ? <Rail collapsed={arrangement.collapsed} isDark={semiDark} /> : null}
      {shape === 'overlay' ? (
        <Suspense>
          <NavDrawer isOpen={arrangement.overlay === 'open'} />
        </Suspense>
      ) : null}
      <div className="page-column">
        {bar === 'hidden' ? null : <Navbar arrangement={arrangement} />}
        {shape === 'horizontal' && horizontalNav !== 'hidden' ? (
          <Suspense fallback={<div className="horizontal-nav" />}>
            <HorizontalNav />
          </Suspense>
        ) : null}
        {shape === 'overlay' ? null : <Tags />}
        <main id="main" tabIndex={-1} className="page">
          {shape === 'horizontal' || bar === 'hidden' ? <Breadcrumb /> : null}
          <UnsavedSlot />
          <Pages />
        </main>
        {footer === 'hidden' ? null : <Footer />}
      </div>
      <PaletteSlot />
      <CustomizerSlot hasEdge={bar === 'hidden'} />
      <ScrollTop />
      <Watermark />
      <ExportsHost />
      <DecisionSlot />
    </div>
  )
}
