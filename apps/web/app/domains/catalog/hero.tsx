import type { Banner } from '@yunmu/contract'
import type { ReactNode } from 'react'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import { catalogTexts } from './catalog-texts.ts'
import { HeroText } from './hero-text.tsx'
import styles from './hero.module.css'
import { useCarousel } from './use-carousel.ts'

const nextUpCount = 2

/** A slide of the viewer's own, put before the others when it is known: its picture has to be loaded by then. */
export interface FirstSlide {
  banner: Banner
  text: ReactNode
}

interface HeroProps {
  banners: readonly Banner[]
  variant?: 'home' | 'tab'
  first?: FirstSlide | null
}

/** The viewer's slide takes the place of the last one, so that the number of bars stays the same. */
const withFirst = (banners: readonly Banner[], { banner }: FirstSlide): readonly Banner[] =>
  [banner, ...banners.filter(({ id }) => id !== banner.id)].slice(0, banners.length)

/**
 * Carousel of titles at the top of a page. The progress bar's CSS animation is the timer, so that whatever pauses it
 * (pointer, focus, hidden tab) pauses the carousel.
 */
export function Hero({ banners: common, variant = 'home', first }: HeroProps) {
  const texts = useTexts(catalogTexts)
  const pictures = usePictures()
  const banners = first ? withFirst(common, first) : common
  const { at, previous, next, go, isHidden, isSettled, handlers } = useCarousel(
    banners.map(({ id }) => id),
    first ? common[0]?.id : undefined,
  )
  const banner = banners[at]
  if (!banner) return null
  const loaded = new Set([at, previous, isSettled ? next : at])
  const nextUp = [...banners.slice(at + 1), ...banners.slice(0, at)].slice(0, nextUpCount)
  return (
    <section
      className={styles.hero}
      data-look={variant}
      data-moved={(previous >= 0 && previous !== at) || undefined}
      data-hidden={isHidden || undefined}
      data-names={banners.map(({ name }) => name).join('')}
      aria-roledescription="carousel"
      aria-label={texts.featured}
      style={{ '--ink': banner.ink }}
      {...handlers}
    >
      <OverArtwork />
      <div className={styles.pictures}>
        {banners.map(
          (slide, index) =>
            loaded.has(index) && (
              <img
                key={slide.id}
                {...pictures(slide.backdrop, 'wide')}
                sizes="(max-width: 599px) 836px, 100vw"
                alt=""
                fetchPriority={index === 0 ? 'high' : 'low'}
                data-place={index === at ? 'current' : index === previous ? 'before' : 'next'}
                style={{ '--focus': `${slide.focus * 100}%` }}
              />
            ),
        )}
      </div>
      <div className={styles.inner}>
        {banner === first?.banner ? first.text : <HeroText key={banner.id} banner={banner} />}
        <div className={styles.bars}>
          {banners.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className={styles.bar}
              aria-label={texts.slide(index + 1, slide.name)}
              aria-current={index === at || undefined}
              data-own={slide === first?.banner || undefined}
              onClick={() => go(index)}
            >
              <span onAnimationEnd={() => go(at + 1)} />
            </button>
          ))}
        </div>
      </div>
      {nextUp.length > 0 && (
        <div className={styles.nextUp}>
          {nextUp.map((slide) => (
            <button
              key={slide.id}
              type="button"
              aria-label={texts.nextUp(slide.name)}
              onClick={() => go(banners.indexOf(slide))}
            >
              <img
                {...pictures(slide.img, 'poster')}
                sizes="126px"
                width={126}
                height={189}
                alt=""
                fetchPriority="low"
              />
              <span>{slide.name}</span>
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
