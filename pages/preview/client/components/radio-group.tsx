/** A group of radio buttons, with which the user selects one of a few values. */
import { useId } from 'preact/hooks';

/** Shows a row of radio buttons styled as tabs. `label` returns the text of a value; by default the value itself. */
export function RadioGroup<Value extends string>({
  legend,
  values,
  value,
  label = (each) => each,
  onSelect,
}: {
  legend: string;
  values: readonly Value[];
  value: Value;
  label?: (value: Value) => string;
  onSelect: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class="unseen">{legend}</legend>
      {values.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onSelect(each)}
          />
          <span>{label(each)}</span>
        </label>
      ))}
    </fieldset>
  );
}
