import type { ExportAddresses } from '@yunmu/contract'
import { use, useState } from 'react'
import { CallCacheContext, perform, useCall } from '../../../lib/calls/call-query.ts'
import { copyText } from '../../../lib/text/copy-text.ts'
import { askToConfirm } from '../../../lib/shell/dialogs.ts'
import { useScript } from '../../../lib/site/preferences.tsx'
import { useTexts } from '../../../lib/text/texts.ts'
import { showToast } from '../../../lib/shell/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadError } from '../../../ui/feedback/load-error.tsx'
import styles from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'
import { profileTexts } from './profile-texts.ts'

/** Personal URLs of the channel list and the guide, for other players. */
export function ProfilePlayers() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const { data, isError, refetch } = useCall('liveExport', {})
  const [isPending, setPending] = useState(false)
  const make = async (): Promise<boolean> => {
    setPending(true)
    const done = await perform('liveExportRenew', {}, script)
    setPending(false)
    cache?.invalidate('liveExport ')
    return done !== null
  }
  return (
    <ProfileSection name={texts.players}>
      <p className={styles.note}>{texts.playersNote}</p>
      {data?.addresses ? (
        <Addresses addresses={data.addresses} renew={make} />
      ) : data ? (
        <div className={styles.row}>
          <p className={styles.rowName}>{texts.noAddresses}</p>
          <Button className={styles.way} pending={isPending} onClick={() => void make()}>
            {texts.makeAddresses}
          </Button>
        </div>
      ) : isError ? (
        <LoadError retry={refetch} />
      ) : (
        <div className={styles.rowPlace} role="status" aria-label={texts.loading} />
      )}
    </ProfileSection>
  )
}

function Addresses({ addresses, renew }: { addresses: ExportAddresses; renew: () => Promise<boolean> }) {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const cache = use(CallCacheContext)
  const askRenew = async (): Promise<void> => {
    if (!(await askToConfirm({ title: texts.renewAddresses, text: texts.renewNote, confirmLabel: texts.renew }))) return
    if (await renew()) showToast({ text: texts.addressesRenewed, kind: 'done' })
  }
  const end = async (): Promise<void> => {
    if (!(await askToConfirm({ title: texts.endAddresses, text: texts.endNote, confirmLabel: texts.end }))) return
    const done = await perform('liveExportEnd', {}, script)
    if (done) showToast({ text: texts.addressesEnded, kind: 'done' })
    cache?.invalidate('liveExport ')
  }
  return (
    <ul className={styles.rows}>
      <Address name={texts.m3u} path={addresses.m3u} />
      <Address name={texts.xmltv} path={addresses.xmltv} />
      <li className={styles.row}>
        <p className={styles.rowName}>{texts.renewAddresses}</p>
        <p className={styles.rowLine}>{texts.renewNote}</p>
        <button type="button" className={styles.word} aria-label={texts.renewAddresses} onClick={() => void askRenew()}>
          {texts.renew}
        </button>
      </li>
      <li className={styles.row}>
        <p className={styles.rowName}>{texts.endAddresses}</p>
        <p className={styles.rowLine}>{texts.endNote}</p>
        <button type="button" className={styles.word} aria-label={texts.endAddresses} onClick={() => void end()}>
          {texts.end}
        </button>
      </li>
    </ul>
  )
}

/** Full URL; rendered in the browser only, which knows the origin. */
function Address({ name, path }: { name: string; path: string }) {
  const texts = useTexts(profileTexts)
  const url = new URL(path, location.origin).href
  const copy = async (): Promise<void> => {
    if (await copyText(url, texts.copyByHand)) showToast({ text: texts.copied, kind: 'done' })
  }
  return (
    <li className={styles.row}>
      <p className={styles.rowName}>{name}</p>
      <p className={styles.rowLine}>
        <span className={styles.address}>{url}</span>
      </p>
      <button type="button" className={styles.word} aria-label={texts.copyOf(name)} onClick={() => void copy()}>
        {texts.copy}
      </button>
    </li>
  )
}
