import '#src/client/layout/customizer/customizer.css'
import { OtherSection } from '#src/client/layout/customizer/Customizer.tsx'
import { LayoutSection } from '#src/client/layout/customizer/LayoutSection.tsx'
import { ThemeSection } from '#src/client/layout/customizer/ThemeSection.tsx'

/** The customizer on a page of its own. */
export function LookTab() {
  return (
    <div className="card customizer-body personal-look">
      <ThemeSection />
      <LayoutSection />
      <OtherSection />
    </div>
  )
}
