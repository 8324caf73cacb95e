import { partnersTexts } from '../../domains/partners/partners-texts.ts'
import { PlacePreview } from '../../domains/partners/place-preview.tsx'
import { ProductCard, ProductFacts } from '../../domains/partners/product-card.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { adFormFor, adsUrl, adUrl } from '../../lib/urls.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/feedback/status-message.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { segmentValue } from './product-address.ts'
import styles from './product-page.module.css'

const otherCount = 3

/** One product, the first without an id, and others below it. */
export function ProductPage({ id }: { id: string | undefined }) {
  const texts = useTexts(partnersTexts)
  const products = useCall('partnerProducts', {}).data?.list ?? []
  const product = id === undefined ? products[0] : products.find((one) => one.id === segmentValue(id))
  if (!product)
    return (
      <main className={styles.page}>
        <PageMeta page={null} title={texts.section} canonical={adsUrl} />
        <StatusMessage text={texts.empty} />
      </main>
    )
  const others = products.filter((one) => one !== product).slice(0, otherCount)
  return (
    <main className={styles.page}>
      <PageMeta page="Ads" title={product.name} description={product.line} canonical={adUrl(product.id)} />
      <div className={styles.product}>
        <PlacePreview kind={product.kind} />
        <div className={styles.words}>
          <h1>{product.name}</h1>
          <p className={styles.line}>{product.line}</p>
          <ProductFacts facts={product.facts} />
          {product.intro !== '' && <p className={styles.intro}>{product.intro}</p>}
          <ButtonLink to={adFormFor(product.id)} variant="primary">
            {texts.book}
          </ButtonLink>
        </div>
      </div>
      {others.length > 0 && (
        <section className={styles.others}>
          <h2>{texts.others}</h2>
          <div>
            {others.map((one) => (
              <ProductCard key={one.id} product={one} />
            ))}
          </div>
        </section>
      )}
    </main>
  )
}
