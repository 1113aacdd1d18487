// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A Chainlink price feed whose answer and time any account may set.
contract MockAggregator {
    uint8 public immutable decimals;
    int256 public latestAnswer;
    /// @notice Unix seconds of the answer; 0 means "always fresh": the current block's time.
    uint256 public updatedAt;

    constructor(uint8 decimals_, int256 answer) {
        decimals = decimals_;
        latestAnswer = answer;
    }

    function setAnswer(int256 answer) external {
        latestAnswer = answer;
    }

    function setUpdatedAt(uint256 time) external {
        updatedAt = time;
    }

    function latestTimestamp() public view returns (uint256) {
        return updatedAt == 0 ? block.timestamp : updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, latestAnswer, latestTimestamp(), latestTimestamp(), 1);
    }
}
