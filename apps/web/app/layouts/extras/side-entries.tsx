import { useAlwaysDark } from '../../lib/boot/use-always-dark.ts'
import { Link } from '../../ui/link.tsx'
import { usePreference } from '../../lib/site/preferences.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { downloadUrl } from '../../lib/urls.ts'
import { useVipOffer } from '../../lib/session/use-vip.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { shellTexts } from '../shell-texts.ts'
import styles from './side-entries.module.css'

/**
 * Buttons for script, skin, app and VIP; on pages that are dark in both skins none for the skin. Labels are always visible
 * in a menu, and on hover in the rail.
 */
export function SideEntries({ variant, close }: { variant: 'rail' | 'menu'; close?: () => void }) {
  const texts = useTexts(shellTexts)
  const { script, theme, toggleScript, toggleTheme } = usePreference((preferences) => preferences)
  const vip = useVipOffer()
  const isAlwaysDark = useAlwaysDark()
  const scriptLabel = script === 's' ? texts.toTraditional : texts.toSimplified
  const themeLabel = theme === 'b' ? texts.toLight : texts.toDark
  return (
    <div className={styles.entries} data-look={variant}>
      <button type="button" onClick={toggleScript}>
        <span aria-hidden="true" className={styles.sign}>
          {script === 's' ? '繁' : '简'}
        </span>
        <span className={styles.label}>{scriptLabel}</span>
      </button>
      {!isAlwaysDark && (
        <button type="button" onClick={toggleTheme}>
          <span className={styles.sign}>
            <Icon name={theme === 'b' ? 'sun' : 'moon'} />
          </span>
          <span className={styles.label}>{themeLabel}</span>
        </button>
      )}
      <Link to={downloadUrl('android')} onClick={close}>
        <span className={styles.sign}>
          <Icon name="phone" />
        </span>
        <span className={styles.label}>{texts.app}</span>
      </Link>
      {vip && (
        <button
          type="button"
          data-vip-offer
          onClick={() => {
            close?.()
            vip.open()
          }}
        >
          <span aria-hidden="true" className={styles.sign}>
            VIP
          </span>
          <span className={styles.label}>{vip.label}</span>
        </button>
      )}
    </div>
  )
}
