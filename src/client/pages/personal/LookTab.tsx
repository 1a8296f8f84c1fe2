import '#src/client/app/layout/customizer/customizer.css'
import { OtherSection } from '#src/client/app/layout/customizer/Customizer.tsx'
import { LayoutSection } from '#src/client/app/layout/customizer/LayoutSection.tsx'
import { ThemeSection } from '#src/client/app/layout/customizer/ThemeSection.tsx'

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
