import { usePreference } from '../lib/preferences.tsx'
import { useTexts } from '../lib/texts.ts'
import { Icon } from '../ui/icons.tsx'
import styles from './reader-switches.module.css'
import { shellTexts } from './shell-texts.ts'

/** Script and skin: what the reader would switch to. Words stand beside the signs in a menu, and on demand in the rail. */
export function ReaderSwitches({ look }: { look: 'rail' | 'menu' }) {
  const texts = useTexts(shellTexts)
  const { script, theme, toggleScript, toggleTheme } = usePreference((preferences) => preferences)
  const scriptLabel = script === 's' ? texts.toTraditional : texts.toSimplified
  const themeLabel = theme === 'b' ? texts.toLight : texts.toDark
  return (
    <div className={styles.switches} data-look={look}>
      <button type="button" onClick={toggleScript}>
        <span aria-hidden="true" className={styles.sign}>
          {script === 's' ? '繁' : '简'}
        </span>
        <span className={styles.label}>{scriptLabel}</span>
      </button>
      <button type="button" onClick={toggleTheme}>
        <span className={styles.sign}>
          <Icon name={theme === 'b' ? 'sun' : 'moon'} />
        </span>
        <span className={styles.label}>{themeLabel}</span>
      </button>
    </div>
  )
}
