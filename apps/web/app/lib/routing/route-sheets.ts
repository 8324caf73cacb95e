const loading = new Map<string, Promise<void>>()

function addLink(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      loading.delete(href)
      reject(new Error(`style sheet not loaded: ${href}`))
    }
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  })
}

/**
 * Adds a style sheet to the page, unless the page from the server contains it. Resolves when it is applied, and
 * rejects if it could not be loaded, after the retry of `retryFailedSheets`. It stays after its route is left: class names are unique.
 */
export function addSheet(href: string): Promise<void> {
  if (document.querySelector(`style[data-href~="${href}"]`)) return Promise.resolve()
  const loaded = loading.get(href) ?? addLink(href)
  loading.set(href, loaded)
  return loaded
}
