/** Renders something of a product; what that throws becomes the cause of an error that tells the SKU. */
export function whileRendering<Rendered>(sku: string, render: () => Rendered): Rendered {
  try {
    return render();
  } catch (cause) {
    throw new Error(`product ${sku} cannot be rendered`, { cause });
  }
}
