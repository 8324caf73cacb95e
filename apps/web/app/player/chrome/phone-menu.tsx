import { useTexts } from '../../lib/text/texts.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { PlayerIcon } from '../player-icon.tsx'
import { playerTexts } from '../player-texts.ts'
import { useChrome } from './chrome-context.ts'
import styles from './control-bar.module.css'
import { Menu, MenuItem } from './menu.tsx'

/** A code that opens the same moment on a phone. */
export function PhoneMenu() {
  const { player, about } = useChrome()
  const words = useTexts(playerTexts)
  return (
    <span className={styles.roomy}>
      <Menu name="phone" label={words.phone} face={<PlayerIcon name="qr" />}>
        <QrCode text={about.phoneUrl(Math.floor(player.state.getState().positionSec))} label={words.phoneHint} />
        <MenuItem isChecked={false} choose={() => undefined}>
          {words.close}
        </MenuItem>
      </Menu>
    </span>
  )
}
