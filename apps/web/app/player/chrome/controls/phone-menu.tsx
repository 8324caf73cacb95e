import { useTexts } from '../../../lib/text/texts.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { PlayerIcon } from '../../player-icon.tsx'
import { playerTexts } from '../../player-texts.ts'
import { useChrome } from '../chrome-context.ts'
import styles from './control-bar.module.css'
import { Menu, MenuItem } from './menu.tsx'

/** QR code that opens the current position on a phone. */
export function PhoneMenu() {
  const { player, metadata } = useChrome()
  const texts = useTexts(playerTexts)
  return (
    <span className={styles.roomy}>
      <Menu name="phone" label={texts.phone} buttonContent={<PlayerIcon name="qr" />}>
        <QrCode text={metadata.phoneUrl(Math.floor(player.state.getState().positionSec))} label={texts.phoneHint} />
        <MenuItem isChecked={false} onSelect={() => undefined}>
          {texts.close}
        </MenuItem>
      </Menu>
    </span>
  )
}
