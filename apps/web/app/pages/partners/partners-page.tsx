import type { Audience } from '@yunmu/contract'
import { partnersTexts } from '../../domains/partners/partners-texts.ts'
import { ProductCard } from '../../domains/partners/product-card.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useIsSelling } from '../../lib/site/is-selling.ts'
import { useSite } from '../../lib/site/site.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { adFormUrl, adsUrl } from '../../lib/urls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import styles from './partners-page.module.css'

/** The product centre: what businesses can book, and who sees it. */
export function PartnersPage() {
  const texts = useTexts(partnersTexts)
  const isSelling = useIsSelling()
  const site = useSite()
  const { data } = useCall('partnerProducts', {})
  const products = data?.list ?? []
  return (
    <main className={styles.page}>
      <PageMeta page="Ads" title={texts.section} description={texts.description(site?.name ?? '')} canonical={adsUrl} />
      <div className={styles.head}>
        <div>
          <h1>{texts.title}</h1>
          {products.length > 0 && (
            <p>
              {texts.lead(texts.numerals[products.length] ?? `${products.length} `)}
              {isSelling ? texts.leadMembers : texts.leadEnd}
            </p>
          )}
        </div>
        <ButtonLink to={adFormUrl} variant="primary">
          {texts.book}
        </ButtonLink>
      </div>
      {data && data.audience.figures.length > 0 && <Figures audience={data.audience} />}
      {products.length === 0 ? (
        <StatusMessage text={texts.empty} />
      ) : (
        <div className={styles.products}>
          {products.map((product) => (
            <ProductCard key={product.id} product={product} />
          ))}
        </div>
      )}
    </main>
  )
}

function Figures({ audience: { figures, source } }: { audience: Audience }) {
  return (
    <div className={styles.audience}>
      <dl>
        {figures.map(({ name, value, unit }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b> {unit}
            </dd>
          </div>
        ))}
      </dl>
      <p>{source}</p>
    </div>
  )
}
