import { useStore } from 'zustand'
import { useScript } from '../../lib/site/preferences.tsx'
import { chooseHiding, spoilers } from '../../lib/site/spoilers.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { matchTexts } from './match-texts.ts'
import styles from './spoiler-switch.module.css'

/** Hides the scores of all matches, or shows them again. */
export function SpoilerSwitch() {
  const texts = useTexts(matchTexts)
  const script = useScript()
  const isHiding = useStore(spoilers, (state) => state.isHiding)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isHiding}
      className={styles.switch}
      title={texts.hideScoresNote}
      onClick={() => chooseHiding(!isHiding, script)}
    >
      <Icon name="eye-off" size={16} />
      {texts.hideScores}
      <span className={styles.track} aria-hidden="true" />
    </button>
  )
}
