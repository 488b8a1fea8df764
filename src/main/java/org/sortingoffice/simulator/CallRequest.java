package org.sortingoffice.simulator;

import java.util.List;

/**
 * What a call asks for.
 *
 * @param chat a chat completion, otherwise embeddings
 * @param model the model it names
 * @param step the step it belongs to: as its header says, else deduced
 * @param ticket the ticket it belongs to as its header says, or null
 * @param job the job as its header says, or null
 * @param delivery the delivery as its header says, or null
 * @param prompt what the user says, or all texts to embed
 * @param inputs texts to embed, in order
 * @param requestCharacters characters of all messages or texts
 * @param maxTokens most tokens of the answer
 * @param dimensions numbers of a vector
 * @param jsonAnswer whether the answer shall be JSON
 * @param base64 whether vectors go as base64 text
 * @param authorization the credential sent along, or null
 */
record CallRequest(
    boolean chat,
    String model,
    String step,
    String ticket,
    String job,
    String delivery,
    String prompt,
    List<String> inputs,
    int requestCharacters,
    int maxTokens,
    int dimensions,
    boolean jsonAnswer,
    boolean base64,
    String authorization) {
  /** About four characters make a token. */
  static int tokens(int characters) {
    return (characters + 3) / 4;
  }

  int promptTokens() {
    return tokens(requestCharacters);
  }
}
