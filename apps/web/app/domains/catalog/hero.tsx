import type { Banner } from '@yunmu/contract'
import { usePictures } from '../../lib/picture.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { OverArtwork } from '../../ui/titles/over-artwork.tsx'
import { catalogTexts } from './catalog-texts.ts'
import { HeroText } from './hero-text.tsx'
import styles from './hero.module.css'
import { useCarousel } from './use-carousel.ts'

const nextUpCount = 2

/**
 * Carousel of titles at the top of a page. The progress bar's CSS animation is the timer, so that whatever pauses it
 * (pointer, focus, hidden tab) pauses the carousel.
 */
export function Hero({ banners, variant = 'home' }: { banners: readonly Banner[]; variant?: 'home' | 'tab' }) {
  const texts = useTexts(catalogTexts)
  const pictures = usePictures()
  const { at, previous, next, go, isHidden, isSettled, handlers } = useCarousel(banners.length)
  const banner = banners[at]
  if (!banner) return null
  const loaded = new Set([at, previous, isSettled ? next : at])
  const nextUp = [...banners.slice(at + 1), ...banners.slice(0, at)].slice(0, nextUpCount)
  return (
    <section
      className={styles.hero}
      data-look={variant}
      data-moved={previous !== null || undefined}
      data-hidden={isHidden || undefined}
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
        <HeroText key={banner.id} banner={banner} />
        <div className={styles.bars}>
          {banners.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className={styles.bar}
              aria-label={texts.slide(index + 1, slide.name)}
              aria-current={index === at || undefined}
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
