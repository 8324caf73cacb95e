import { createContext, createElement, use, type ComponentType } from 'react'
import { PictureBase } from '../picture.ts'
import { useScript } from '../site/preferences.tsx'

/** Where a page that is being rendered on the server contains markup that pages share. */
export interface MarkupPlaces {
  /** Adds a place for the markup of a key: values of JSON. */
  place(key: readonly unknown[]): { at: number; isCached: boolean }
}

/** Null where components render themselves: in browsers, and in a page that is rendered as a stream. */
export const SharedMarkup = /* @__PURE__ */ createContext<MarkupPlaces | null>(null)

let components = 0

/**
 * A component whose markup the server renders once and inserts into every page that contains it; the browser hydrates it as
 * if it had been rendered there. All that it renders must follow from the values of `useKey`, the viewer's script and the
 * base of picture addresses. A key of null renders it in its place.
 *
 * To be used in the server's build only, so that the browser's contains neither this nor the key.
 */
export function shareMarkup<Props extends object>(
  Component: ComponentType<Props>,
  useKey: (props: Props) => readonly unknown[] | null,
): ComponentType<Props> {
  const id = components++
  return function Shared(props: Props) {
    const page = use(SharedMarkup)
    const script = useScript()
    const base = use(PictureBase)
    const key = useKey(props)
    if (!page || !key) return <Component {...props} />
    const { at, isCached } = page.place([id, script, base, ...key])
    const mark = createElement('shared-markup', { id: at })
    if (isCached) return mark
    return (
      <>
        {mark}
        <Component {...props} />
        {mark}
      </>
    )
  }
}
