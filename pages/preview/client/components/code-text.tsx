/** A text that holds code in backticks. */

export function CodeText({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, index) =>
        // Every other part stood between two backticks.
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </>
  );
}
