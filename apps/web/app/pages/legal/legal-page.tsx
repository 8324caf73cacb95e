import type { LegalKind } from '@yunmu/contract'
import { useCall } from '../../lib/calls/call-query.ts'
import { useIsSelling } from '../../lib/site/is-selling.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { legalUrl } from '../../lib/urls.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { LegalBlocks } from './legal-blocks.tsx'
import styles from './legal-page.module.css'
import { legalPageTexts } from './legal-texts.ts'

/** On paper there is the text alone, dark on white in both skins. */
const printStyle = `@media print{
:root:root{--ground:#fff;--raised:#fff;--text:#111;--muted:#444;--hairline:#ccc;--hairline-2:#ccc}
body :is(header,footer,nav,aside,[data-no-print]){display:none}
}`

/** A text that visitors agree to, with its version and day, and the way to the others. */
export function LegalPage({ kind }: { kind: LegalKind }) {
  const texts = useTexts(legalPageTexts)
  const site = useSite()?.name ?? ''
  const isSelling = useIsSelling()
  const { data } = useCall('legalDocument', { kind })
  const kinds: readonly LegalKind[] = isSelling || kind === 'vip' ? ['terms', 'privacy', 'vip'] : ['terms', 'privacy']
  const isListed = kind !== 'vip' || isSelling
  return (
    <main className={styles.page}>
      <style>{printStyle}</style>
      <PageMeta
        page={isListed ? 'Legal' : null}
        title={texts.names[kind]}
        description={texts.descriptions[kind](site)}
        canonical={legalUrl(kind)}
      />
      <nav className={styles.others} aria-label={texts.label}>
        {kinds.map((one) => (
          <Link key={one} to={legalUrl(one)} aria-current={one === kind ? 'page' : undefined}>
            {texts.names[one]}
          </Link>
        ))}
      </nav>
      <article className={styles.text}>
        <h1>{texts.names[kind]}</h1>
        {data && (
          <>
            <p className={styles.version}>
              <span>{site}</span>
              <span>{data.isDefault ? texts.defaultVersion(data.version) : texts.version(data.version)}</span>
              <time dateTime={data.day}>{texts.since(data.day)}</time>
              <Button icon="print" className={styles.print} data-no-print onClick={() => window.print()}>
                {texts.print}
              </Button>
            </p>
            <LegalBlocks blocks={data.blocks} />
          </>
        )}
      </article>
    </main>
  )
}
