import type { Apk } from '@yunmu/contract'
import { useSearchParams } from 'react-router'
import { byteText } from '../../lib/text/byte-text.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useAbsolute } from '../../lib/boot/page-origin.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { downloadUrl } from '../../lib/urls.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './download-page.module.css'
import { downloadTexts } from './download-texts.ts'

/** The Android app, if the site has one, and how to install the site itself. */
export function DownloadPage() {
  const texts = useTexts(downloadTexts)
  const absolute = useAbsolute()
  const [query] = useSearchParams()
  const apk = useCall('indexApk', {}).data?.apk ?? null
  const name = useSite()?.name ?? ''
  // For other systems the instructions for installing the site come first.
  const isAppFirst = query.get('type') !== 'ios'
  const app = <AppSection key="app" apk={apk} />
  const home = <HomeScreenSection key="home" />
  return (
    <main className={styles.page}>
      <PageMeta page="Download" title={texts.title} canonical={downloadUrl()} />
      <div className={styles.words}>
        <h1>{texts.title}</h1>
        <p className={styles.lead}>{texts.lead(name)}</p>
        {isAppFirst ? [app, home] : [home, app]}
      </div>
      <div className={styles.code}>
        <QrCode text={absolute(downloadUrl('android'))} label={texts.scan} />
      </div>
    </main>
  )
}

function AppSection({ apk }: { apk: Apk | null }) {
  const texts = useTexts(downloadTexts)
  if (!apk)
    return (
      <section className={styles.part}>
        <h2>{texts.android}</h2>
        <p>{texts.noApp}</p>
      </section>
    )
  const facts = [...(apk.version ? [texts.version(apk.version)] : []), ...(apk.size > 0 ? [byteText(apk.size)] : [])]
  return (
    <section className={styles.part}>
      <h2>{texts.android}</h2>
      {facts.length > 0 && <p className={styles.facts}>{facts.join(' / ')}</p>}
      <a href={apk.uri} className={styles.get} rel="noopener">
        {texts.get}
      </a>
      {apk.notes !== '' && (
        <>
          <h3>{texts.notes}</h3>
          <p className={styles.notes}>{apk.notes}</p>
        </>
      )}
    </section>
  )
}

function HomeScreenSection() {
  const texts = useTexts(downloadTexts)
  const isHttp = useAbsolute()('/').startsWith('http:')
  return (
    <section className={styles.part}>
      <h2>{texts.pwa}</h2>
      <p>{texts.pwaLine}</p>
      <dl className={styles.ways}>
        {texts.ways.map(({ name, steps }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
      {isHttp && <p className={styles.small}>{texts.needsHttps}</p>}
    </section>
  )
}
