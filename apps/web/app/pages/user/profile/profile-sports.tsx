import { useStore } from 'zustand'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useSite } from '../../../lib/site/site.ts'
import { chooseHiding, spoilers } from '../../../lib/site/spoilers.ts'
import { useTexts } from '../../../lib/text/texts.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Whether scores are hidden. Renders nothing if the site shows no matches. */
export function ProfileSports() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const isHiding = useStore(spoilers, (state) => state.isHiding)
  const isOn = useSite()?.live_live === true
  if (!isOn) return null
  return (
    <ProfileSection name={texts.sports}>
      <div className={styles.choice}>
        <Checkbox checked={isHiding} onChange={({ target }) => chooseHiding(target.checked, script)}>
          {texts.hideScores}
        </Checkbox>
      </div>
    </ProfileSection>
  )
}
