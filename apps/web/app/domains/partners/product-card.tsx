import type { PartnerProduct } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { adUrl } from '../../lib/urls.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { partnersTexts } from './partners-texts.ts'
import { PlacePreview } from './place-preview.tsx'
import styles from './product-card.module.css'

/** A product with its preview. All of it links to its page. */
export function ProductCard({ product }: { product: PartnerProduct }) {
  const texts = useTexts(partnersTexts)
  const { id, kind, name, line, facts } = product
  return (
    <Link to={adUrl(id)} className={styles.card}>
      <PlacePreview kind={kind} />
      <span className={styles.head}>
        <b className={styles.name}>{name}</b>
        <span className={styles.more}>
          {texts.details}
          <Icon name="next" size={14} />
        </span>
      </span>
      <span className={styles.line}>{line}</span>
      <ProductFacts facts={facts} />
    </Link>
  )
}

/** Such as 素材 and 计价, in pairs. */
export function ProductFacts({ facts }: Pick<PartnerProduct, 'facts'>) {
  return (
    facts.length > 0 && (
      <span className={styles.facts}>
        {facts.map(({ name, value }) => (
          <span key={name} className={styles.fact}>
            <span>{name}</span>
            {value}
          </span>
        ))}
      </span>
    )
  )
}
